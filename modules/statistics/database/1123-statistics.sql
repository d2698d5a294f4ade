-- Baseline of statistics: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Cubes (decision 0176). `stat_day` holds sums per store, day and dimensions; what happened since they were folded lies in `stat_delta`,
-- which is only inserted into, so that no till waits for another. Triggers and a function of the owner write both; what a column means, the
-- declaration of its cube says.
create table stat_day (
  oid bigint not null,
  hid bigint,
  cube text,
  day date,
  d1 bigint default 0,
  d2 bigint default 0,
  d3 bigint default 0,
  d4 bigint default 0,
  w1 text default '',
  w2 text default '',
  m1 bigint not null default 0,
  m2 bigint not null default 0,
  m3 bigint not null default 0,
  m4 bigint not null default 0,
  m5 bigint not null default 0,
  m6 bigint not null default 0,
  primary key (oid, hid, cube, day, d1, d2, d3, d4, w1, w2)
);

create table stat_delta (
  oid bigint not null,
  delta_id bigint generated always as identity,
  hid bigint not null,
  cube text not null,
  day date not null,
  d1 bigint not null default 0,
  d2 bigint not null default 0,
  d3 bigint not null default 0,
  d4 bigint not null default 0,
  w1 text not null default '',
  w2 text not null default '',
  m1 bigint not null default 0,
  m2 bigint not null default 0,
  m3 bigint not null default 0,
  m4 bigint not null default 0,
  m5 bigint not null default 0,
  m6 bigint not null default 0,
  primary key (oid, delta_id)
);
create index stat_delta__by_store on stat_delta (oid, hid, cube, day);

-- Firsts of members: the first bill they paid (what 1: 新客) and their first visit (what 2: 初诊), each in the store and on the day it was.
-- Kept by the bills and reservations themselves: whatever changes one, of a member that is merged too, finds the firsts of its members
-- anew.
create table stat_first (
  oid bigint not null,
  first_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  what int not null,
  at timestamptz not null,
  id bigint not null,
  doctor_id bigint,
  constraint stat_first__what check (what in (1, 2)),
  primary key (oid, first_id),
  constraint stat_first__once unique (oid, pid, what)
);

-- Commission. A rule holds from its day on until the next of the same scope; it is only added, never from a day of a month that is over, so
-- a month that is over keeps the commission it had. `commission_line` holds what a rule made of an item that was sold, of a top-up, and
-- what refunds took back, each on its own day.
create table commission_rule (
  oid bigint not null,
  rule_id bigint generated always as identity,
  hid bigint not null,
  role int not null,
  kind int,
  brand_id bigint,
  product_id bigint,
  percent numeric(5,2),
  piece bigint,
  from_day date not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint commission_rule__role check (role between 1 and 5),
  constraint commission_rule__kind check (kind between 0 and 199),
  constraint commission_rule__percent check (percent between 0 and 100),
  constraint commission_rule__piece check (piece between 0 and 10000000),
  constraint commission_rule__commission_scope check (num_nonnulls(kind, brand_id, product_id) <= case when role = 5 then 0 else 1 end),
  constraint commission_rule__commission_rate check (num_nonnulls(percent, piece) <= 1),
  primary key (oid, rule_id),
  constraint commission_rule__commission_twice unique nulls not DISTINCT (oid, hid, role, kind, brand_id, product_id, from_day),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, brand_id) references brand,
  foreign key (oid, product_id) references product,
  foreign key (oid, ctid_) references contact
);
comment on column commission_rule.role is '1 saler, 2 doctor, 3 who made it, 4 optometrist of the order, 5 consultant of a top-up';
comment on column commission_rule.kind
  is 'kind of the charged item; null with brand_id and product_id: everything no narrower rule is about';
comment on column commission_rule.percent is 'of what was charged; null with piece: from this day on the scope has no rule of its own';
comment on column commission_rule.piece is 'fen a piece';
create index commission_rule__by_brand on commission_rule (oid, brand_id) where brand_id is not null;
create index commission_rule__by_product on commission_rule (oid, product_id) where product_id is not null;
create index commission_rule__by_person on commission_rule (oid, ctid_);

create table commission_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  person bigint not null,
  role int not null,
  kind int not null,
  fbid bigint,
  biid bigint,
  refund_id bigint,
  cbid bigint,
  rule_id bigint not null,
  base bigint not null,
  pieces int not null,
  amount bigint not null,
  primary key (oid, line_id),
  constraint commission_line__once unique nulls not DISTINCT (oid, biid, cbid, role, refund_id),
  foreign key (oid, rule_id) references commission_rule
);
comment on column commission_line.kind is 'kind of the item; -1 of a top-up';
comment on column commission_line.refund_id is 'the refund that takes it back, or the row that takes back a refund; null of what was sold';
comment on column commission_line.amount is 'fen';
create index commission_line__by_rule on commission_line (oid, rule_id);
create index commission_line__by_refund on commission_line (oid, refund_id) where refund_id is not null;
create index commission_line__by_day on commission_line (oid, hid, at);

-- Tills share the lock of their store, who adds a rule has it alone: no bill falls between the rule and what is computed anew. A till never
-- waits for it, as it holds accounts others wait for: what comes while a rule is added is noted, and reckoned when the rule stands.
create table commission_later (
  oid bigint not null,
  later_id bigint generated always as identity,
  hid bigint not null,
  fbid bigint,
  refund_id bigint,
  cbid bigint,
  primary key (oid, later_id)
);

-- What was spent on a channel members come by: the cost beside what they pay.
create table channel_cost (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  source_id bigint not null,
  day date not null,
  amount bigint not null,
  note text,
  version int not null default 0,
  -- When a cost was written, beside the day it is of.
  created_at timestamptz not null default app_now(),
  constraint channel_cost__amount check (amount between 0 and 1000000000),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, source_id) references patient_source
);
comment on column channel_cost.amount is 'fen';
create index channel_cost__by_store on channel_cost (oid, hid, day desc, id desc);
create index channel_cost__by_source on channel_cost (oid, source_id);

-- Sums of the sums (decision 0196): `stat_sum` keeps the days of `stat_day` summed over the dimensions most questions do not ask about. A
-- part names the columns it keeps apart: d1 1, d2 2, d3 4, d4 8, w1 16, w2 32; with 64 it is by day, without by month (the first day).
-- Which parts a cube has, its migration says.
create table stat_part (
  cube text,
  part int,
  constraint stat_part__part check (part between 0 and 127),
  primary key (cube, part)
);

create table stat_sum (
  oid bigint not null,
  hid bigint,
  cube text,
  part int,
  day date,
  d1 bigint default 0,
  d2 bigint default 0,
  d3 bigint default 0,
  d4 bigint default 0,
  w1 text default '',
  w2 text default '',
  m1 bigint not null default 0,
  m2 bigint not null default 0,
  m3 bigint not null default 0,
  m4 bigint not null default 0,
  m5 bigint not null default 0,
  m6 bigint not null default 0,
  primary key (oid, hid, cube, part, day, d1, d2, d3, d4, w1, w2)
);

-- What the books of stores moved, by day, of days that are over: a ledger is only added to, so they stay as they are. `through` is the
-- first day that is read in the ledger itself; an entry that is dated back opens its day again.
create table book_day (
  oid bigint not null,
  hid bigint,
  book text,
  day date,
  amount bigint not null,
  primary key (oid, hid, book, day)
);

create table book_closed (
  oid bigint not null,
  through date not null default '-infinity',
  primary key (oid)
);
