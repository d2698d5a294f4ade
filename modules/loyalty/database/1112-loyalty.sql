-- Baseline of loyalty: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- What an organisation set differently from the defaults in modules/loyalty/contract/rules.ts.
create table points_rule (
  oid bigint not null,
  points_rule_id bigint,
  points_number int not null,
  constraint points_rule__number check (points_number >= 0),
  primary key (oid, points_rule_id),
  foreign key (oid) references organisation,
  constraint points_rule__id check (points_rule_id between 1 and 1999)
);

create table gift (
  oid bigint not null,
  gift_id bigint generated always as identity,
  product_id bigint,
  gift_name text not null,
  points int not null,
  remark text,
  status int not null default 0,
  created_at timestamptz not null default app_now(),
  -- A gift that pieces were counted of is archived instead of deleted: its count stands in the ledger.
  archived_at timestamptz,
  constraint gift__points check (points > 0),
  constraint gift__status check (status in (0, 1)),
  primary key (oid, gift_id),
  foreign key (oid) references organisation,
  foreign key (oid, product_id) references product
);
comment on column gift.product_id
  is 'goods of the catalogue: issued from stock; without, the gift has its own count in the ledger book gifts';
comment on column gift.status is '0 offered, 1 withdrawn';
comment on column gift.archived_at is 'taken off the list for good; its name is free again';
create index gift__by_product on gift (oid, product_id);
create unique index gift__duplicate on gift (oid, gift_name) where archived_at is null;

create table gift_order (
  oid bigint not null,
  gift_order_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  gift_id bigint not null,
  order_no text not null,
  gift_name text not null,
  points int not null,
  status int not null default 0,
  version int not null default 0,
  entry_id bigint,
  note text,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  taken_at timestamptz,
  taken_by bigint,
  constraint gift_order__points check (points >= 0),
  primary key (oid, gift_order_id),
  constraint gift_order__number unique (oid, order_no),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, gift_id) references gift,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, taken_by) references contact
);
comment on column gift_order.points is 'points given for it; 0 for a prize';
comment on column gift_order.entry_id is 'the ledger entry that took the points and the gift';
create index gift_order__by_store on gift_order (oid, hid, status, gift_order_id desc);
create index gift_order__by_member on gift_order (oid, pid, gift_order_id desc);
create index gift_order__by_gift on gift_order (oid, gift_id);
create index gift_order__by_entry on gift_order (oid, entry_id);
create index gift_order__by_person on gift_order (oid, ctid_);
create index gift_order__by_giver on gift_order (oid, taken_by);

-- A new member's first paid bill rewards who recommended them: once.
create table recommend_reward (
  oid bigint not null,
  reward_id bigint generated always as identity,
  hid bigint not null,
  inviter_pid bigint not null,
  pid bigint not null,
  points int not null default 0,
  own_points int not null default 0,
  ref text not null,
  entry_id bigint not null,
  at timestamptz not null default app_now(),
  primary key (oid, reward_id),
  constraint recommend_reward__once unique (oid, pid),
  foreign key (oid, hid) references store,
  foreign key (oid, inviter_pid) references patient,
  foreign key (oid, pid) references patient,
  foreign key (oid, entry_id) references ledger_entry
);
comment on column recommend_reward.points is 'points of the inviter; own_points those of the new member';
create index recommend_reward__by_store on recommend_reward (oid, hid);
create index recommend_reward__by_inviter on recommend_reward (oid, inviter_pid);
create index recommend_reward__by_entry on recommend_reward (oid, entry_id);
create index recommend_reward__by_ref on recommend_reward (oid, ref);

create table coupon_kind (
  oid bigint not null,
  id bigint generated always as identity,
  name text not null,
  coupon_type int not null,
  value bigint not null default 0,
  discount numeric(4,2),
  from_price bigint not null default 0,
  validity_type int not null default 0,
  validity_days int,
  valid_until date,
  scope_hid bigint[],
  total int,
  per_member int,
  note text,
  status int not null default 0,
  created_at timestamptz not null default app_now(),
  constraint coupon_kind__type check (coupon_type between 1 and 5),
  constraint coupon_kind__value check (value >= 0),
  constraint coupon_kind__discount check (discount between 0 and 10),
  constraint coupon_kind__from check (from_price >= 0),
  constraint coupon_kind__validity check (validity_type in (0, 1, 2)),
  constraint coupon_kind__total check (total > 0),
  constraint coupon_kind__per_member check (per_member > 0),
  constraint coupon_kind__status check (status in (0, 1)),
  constraint coupon_kind__worth check (case coupon_type when 2 then discount is not null when 5 then true else value > 0 end),
  constraint coupon_kind__validity_said check (
    case validity_type when 1 then validity_days > 0 when 2 then valid_until is not null else true end
  ),
  primary key (oid, id),
  constraint coupon_kind__duplicate unique (oid, name),
  foreign key (oid) references organisation
);
comment on column coupon_kind.coupon_type
  is '1 voucher (pays), 2 discount (折 of a bill), 3 money off a bill, 4 gift card (pays until it is empty), 5 exchange for a '
    'service or thing';
comment on column coupon_kind.value is 'fen: what a voucher or gift card pays, what type 3 takes off';
comment on column coupon_kind.validity_type is '0 for ever, 1 days from the receipt, 2 until a day';

create table lottery_prize (
  oid bigint not null,
  prize_id bigint generated always as identity,
  name text not null,
  kind int not null,
  points int,
  gift_id bigint,
  coupon_kind_id bigint,
  weight int not null,
  quantity int,
  status int not null default 0,
  sort int not null default 0,
  constraint lottery_prize__kind check (kind in (0, 1, 2, 3)),
  constraint lottery_prize__points check (points > 0),
  constraint lottery_prize__weight check (weight between 0 and 1000000),
  constraint lottery_prize__quantity check (quantity >= 0),
  constraint lottery_prize__status check (status in (0, 1)),
  constraint lottery_prize__what check (
    case kind when 1 then points is not null when 2 then gift_id is not null when 3 then coupon_kind_id is not null else true end
  ),
  primary key (oid, prize_id),
  foreign key (oid) references organisation,
  foreign key (oid, gift_id) references gift,
  foreign key (oid, coupon_kind_id) references coupon_kind
);
comment on column lottery_prize.kind is '0 nothing, 1 points, 2 gift, 3 coupon';
comment on column lottery_prize.weight is 'chance against the sum of the weights of the prizes that are left';
comment on column lottery_prize.quantity is 'how many there are in all; null: no end';
create index lottery_prize__by_gift on lottery_prize (oid, gift_id);
create index lottery_prize__by_coupon on lottery_prize (oid, coupon_kind_id);

-- What a member bought to be used up piece by piece. The pieces stand in the ledger book sessions, account package_item:<id>.
create table member_package (
  oid bigint not null,
  package_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  fgid bigint,
  name text not null,
  price bigint not null,
  ref text not null,
  status int not null default 0,
  former_status int,
  version int not null default 0,
  starts_on date not null,
  expires_on date,
  valid_days int,
  cancel_days int not null default 0,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, package_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
comment on column member_package.fgid is 'the combo it was bought as';
comment on column member_package.price is 'fen paid for it';
comment on column member_package.ref is 'the line of the bill that bought it: bill_item:12';
comment on column member_package.valid_days is 'days from the first use, while that has not been';
comment on column member_package.cancel_days is 'days after the purchase in which it can be given back; 0: always';
create index member_package__by_store on member_package (oid, hid, status, package_id desc);
create index member_package__by_member on member_package (oid, pid, package_id desc);
create index member_package__by_ref on member_package (oid, ref);
create index member_package__by_combo on member_package (oid, fgid);
create index member_package__by_person on member_package (oid, ctid_);
create index member_package__by_expiry on member_package (oid, expires_on) where status in (0, 1);

create table package_item (
  oid bigint not null,
  package_item_id bigint generated always as identity,
  package_id bigint not null,
  line_no int not null,
  fiid bigint,
  name text not null,
  price bigint not null,
  quantity int not null,
  constraint package_item__quantity check (quantity between 1 and 9999),
  primary key (oid, package_item_id),
  constraint package_item__line unique (oid, package_id, line_no),
  foreign key (oid, package_id) references member_package
);
comment on column package_item.price is 'fen each at list price: what a used piece counts when the package is given back';

create table package_record (
  oid bigint not null,
  record_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  package_id bigint not null,
  package_item_id bigint,
  kind int not null,
  quantity int not null default 0,
  staff_ctid bigint,
  expires_before date,
  expires_after date,
  cancels bigint,
  entry_id bigint,
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint package_record__kind check (kind in (1, 2, 3)),
  primary key (oid, record_id),
  constraint package_record__cancelled_once unique (oid, cancels),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, package_id) references member_package,
  foreign key (oid, package_item_id) references package_item,
  foreign key (oid, staff_ctid) references contact,
  foreign key (oid, cancels) references package_record,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact
);
comment on column package_record.kind is '1 used, 2 use taken back, 3 validity prolonged';
comment on column package_record.staff_ctid is 'who served the member; ctid_ wrote it down';
create index package_record__by_store on package_record (oid, hid, record_id desc);
create index package_record__by_member on package_record (oid, pid, record_id desc);
create index package_record__by_package on package_record (oid, package_id);
create index package_record__by_item on package_record (oid, package_item_id);
create index package_record__by_staff on package_record (oid, staff_ctid);
create index package_record__by_entry on package_record (oid, entry_id);
create index package_record__by_person on package_record (oid, ctid_);

create table storage_scheme (
  oid bigint not null,
  storage_scheme_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  money bigint not null,
  money_gift bigint not null default 0,
  fgid bigint,
  level_id bigint,
  status int not null default 0,
  sort int not null default 0,
  version int not null default 0,
  constraint storage_scheme__money check (money > 0),
  constraint storage_scheme__gift check (money_gift >= 0),
  constraint storage_scheme__status check (status in (0, 1)),
  primary key (oid, storage_scheme_id),
  constraint storage_scheme__duplicate unique (oid, hid, name),
  foreign key (oid, hid) references store,
  foreign key (oid, level_id) references level
);
comment on column storage_scheme.money is 'fen the member pays';
comment on column storage_scheme.money_gift is 'fen given on top';
comment on column storage_scheme.level_id is 'level the member rises to with it';
create index storage_scheme__by_level on storage_scheme (oid, level_id);
create index storage_scheme__by_combo on storage_scheme (oid, fgid);

create table charge_bill (
  oid bigint not null,
  cbid bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  bill_no text not null,
  kind int not null,
  money bigint not null default 0,
  money_gift bigint not null default 0,
  pay_way int,
  pay_time timestamptz not null default app_now(),
  other_pid bigint,
  referrer text,
  charge_consultant_id bigint,
  note text,
  entry_id bigint not null,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  storage_scheme_id bigint,
  fgid bigint,
  level_id bigint,
  amends bigint,
  order_no text,
  refund_name text,
  refund_account text,
  constraint charge_bill__pay_way check (pay_way in (1, 2, 3, 4, 8, 9)),
  constraint charge_bill__moves check (money <> 0 or money_gift <> 0),
  -- Gift money is never paid out (C.11).
  constraint charge_bill__gift_kept check (kind <> 2 or money_gift = 0),
  primary key (oid, cbid),
  constraint charge_bill__number unique (oid, bill_no),
  constraint charge_bill__one_entry unique (oid, entry_id, pid),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, other_pid) references patient,
  foreign key (oid, charge_consultant_id) references contact,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, entry_id) references ledger_entry,
  constraint charge_bill__order unique (oid, order_no),
  foreign key (oid, storage_scheme_id) references storage_scheme,
  foreign key (oid, level_id) references level,
  foreign key (oid, amends) references charge_bill,
  constraint charge_bill__kind check (kind between 1 and 5),
  -- Paid in and paid out have a way; between members no money changes hands.
  constraint charge_bill__way check ((kind in (3, 4)) = (pay_way is null)),
  constraint charge_bill__amends check ((kind = 5) = (amends is not null))
);
comment on column charge_bill.kind is '1 top-up, 2 withdrawal, 3 transfer out, 4 transfer in, 5 correction of a top-up';
comment on column charge_bill.money is 'fen of principal, + into the wallet, − out of it';
comment on column charge_bill.money_gift is 'fen of gift money, + into the wallet, − out of it';
comment on column charge_bill.amends is 'the top-up a correction belongs to; money and money_gift are the difference';
comment on column charge_bill.order_no is 'payment order of a top-up paid by a code';
comment on column charge_bill.refund_account is 'where a withdrawal was paid to; refund_name is the holder';
create index charge_bill__by_store on charge_bill (oid, hid, pay_time desc, cbid desc);
create index charge_bill__by_member on charge_bill (oid, pid, cbid desc);
create index charge_bill__by_other on charge_bill (oid, other_pid);
create index charge_bill__by_consultant on charge_bill (oid, charge_consultant_id);
create index charge_bill__by_person on charge_bill (oid, ctid_);
create index charge_bill__by_scheme on charge_bill (oid, storage_scheme_id);
create index charge_bill__by_level on charge_bill (oid, level_id);
create index charge_bill__by_amended on charge_bill (oid, amends);
create index charge_bill__by_combo on charge_bill (oid, fgid);

create table receive_record (
  oid bigint not null,
  id bigint generated by default as identity,
  hid bigint not null,
  pid bigint not null,
  kind_id bigint not null,
  code text not null,
  type int not null default 1,
  status int not null default 0,
  version int not null default 0,
  expires_on date,
  locked_ref text,
  used_ref text,
  used_at timestamptz,
  used_hid bigint,
  used_by bigint,
  entry_id bigint not null,
  note text,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  cbid bigint,
  constraint receive_record__source check (type between 1 and 4),
  primary key (oid, id),
  constraint receive_record__code unique (oid, code),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, kind_id) references coupon_kind,
  foreign key (oid, used_hid) references store,
  foreign key (oid, used_by) references contact,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, cbid) references charge_bill
);
comment on column receive_record.type is 'how it came: 1 given by staff, 2 lottery, 3 top-up, 4 recommendation';
comment on column receive_record.locked_ref is 'the unpaid bill it is kept for: fee_bill:12';
comment on column receive_record.entry_id is 'the ledger entry that gave it';
comment on column receive_record.cbid is 'the top-up it came with, by its storage scheme';
create index receive_record__by_store on receive_record (oid, hid, status, id desc);
create index receive_record__by_member on receive_record (oid, pid, id desc);
create index receive_record__by_kind on receive_record (oid, kind_id);
create index receive_record__by_lock on receive_record (oid, locked_ref) where locked_ref is not null;
create index receive_record__by_used_store on receive_record (oid, used_hid);
create index receive_record__by_user on receive_record (oid, used_by);
create index receive_record__by_person on receive_record (oid, ctid_);
create index receive_record__by_entry on receive_record (oid, entry_id);
create index receive_record__by_expiry on receive_record (oid, expires_on) where status = 0;
create index receive_record__by_top_up on receive_record (oid, cbid);

create table lottery_draw (
  oid bigint not null,
  draw_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  prize_id bigint not null,
  prize_name text not null,
  kind int not null,
  cost int not null,
  chance numeric(8,5) not null,
  entry_id bigint not null,
  gift_order_id bigint,
  coupon_id bigint,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, draw_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, prize_id) references lottery_prize,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, gift_order_id) references gift_order,
  foreign key (oid, coupon_id) references receive_record,
  foreign key (oid, ctid_) references contact
);
comment on column lottery_draw.chance is 'probability of this prize when it was drawn, %';
create index lottery_draw__by_store on lottery_draw (oid, hid, draw_id desc);
create index lottery_draw__by_member on lottery_draw (oid, pid, at);
create index lottery_draw__by_prize on lottery_draw (oid, prize_id);
create index lottery_draw__by_entry on lottery_draw (oid, entry_id);
create index lottery_draw__by_gift on lottery_draw (oid, gift_order_id);
create index lottery_draw__by_coupon on lottery_draw (oid, coupon_id);
create index lottery_draw__by_person on lottery_draw (oid, ctid_);

create table storage_scheme_coupon (
  oid bigint not null,
  storage_scheme_id bigint,
  kind_id bigint,
  quantity int not null,
  constraint storage_scheme_coupon__quantity check (quantity between 1 and 20),
  primary key (oid, storage_scheme_id, kind_id),
  foreign key (oid, storage_scheme_id) references storage_scheme on delete cascade,
  foreign key (oid, kind_id) references coupon_kind
);
create index storage_scheme_coupon__by_kind on storage_scheme_coupon (oid, kind_id);
