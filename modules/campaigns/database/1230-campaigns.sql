-- Promotions: a price that holds for one thing from a day to a day, as a step of every bill.
create table promotion (
  oid bigint not null references organisation,
  promotion_id bigint generated always as identity,
  hid bigint not null,
  stores bigint[],
  name text not null,
  category int not null,
  product_id bigint,
  fiid bigint,
  price bigint,
  promotion_price bigint not null,
  description text,
  logo text,
  image_urls jsonb not null default '[]',
  from_date date not null,
  to_date date not null,
  levels bigint[],
  limit_member int,
  limit_total int,
  soldout int not null default 0,
  status int not null default 0,
  ad_no text,
  ad_until date,
  down_reason text,
  wording_reason text,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint promotion__category check (category in (1, 2, 3)),
  constraint promotion__item check (num_nonnulls(product_id, fiid) = 1),
  constraint promotion__cheaper check (promotion_price >= 0 and (price is null or price >= promotion_price)),
  constraint promotion__days check (to_date >= from_date),
  constraint promotion__limits check (limit_member > 0 and limit_total > 0),
  constraint promotion__soldout_known check (soldout in (0, 1)),
  constraint promotion__status check (status in (0, 1)),
  constraint promotion__ad_missing check (category <> 3 or status = 0 or (ad_no is not null and ad_until is not null)),
  primary key (oid, promotion_id),
  foreign key (oid, hid) references store,
  foreign key (oid, product_id) references product,
  foreign key (oid, fiid) references fee_item,
  foreign key (oid, ctid_) references contact
);
comment on column promotion.stores is 'stores it holds in; null: the store of hid alone';
comment on column promotion.price is 'price crossed out, fen; never above the base of 规范促销行为暂行规定 article 21; null: none is shown';
comment on column promotion.limit_total is 'pieces in all: account promotion:<id> of book offers';
comment on column promotion.ad_no is 'number of the 医疗广告审查证明; required of medical services that are shown';
create index promotion__by_store on promotion (oid, hid, promotion_id desc);
create index promotion__by_product on promotion (oid, product_id);
create index promotion__by_fee on promotion (oid, fiid);
create index promotion__by_staff on promotion (oid, ctid_);
create index promotion__shown on promotion (oid, to_date) where status = 1;

-- Pieces a bill took of a promotion, and those it gave back (negative).
create table promotion_use (
  oid bigint not null references organisation,
  use_id bigint generated always as identity,
  promotion_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  fbid bigint not null,
  biid bigint not null,
  refund_id bigint,
  pieces int not null,
  reason text not null,
  entry_id bigint,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint promotion_use__pieces check (pieces <> 0),
  primary key (oid, use_id),
  foreign key (oid, promotion_id) references promotion,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact
);
comment on column promotion_use.fbid is 'the bill, which may be deleted later while it is unpaid';
create index promotion_use__by_promotion on promotion_use (oid, promotion_id, pid);
create index promotion_use__by_member on promotion_use (oid, pid);
create index promotion_use__by_bill on promotion_use (oid, fbid);
create index promotion_use__by_refund on promotion_use (oid, refund_id) where refund_id is not null;
create index promotion_use__by_store on promotion_use (oid, hid);
create index promotion_use__by_entry on promotion_use (oid, entry_id);
create index promotion_use__by_staff on promotion_use (oid, ctid_);

-- Pictures anybody may see who knows their key: banners, covers, pictures of promotions.
create table open_image (
  oid bigint not null references organisation,
  image_id bigint generated always as identity,
  hid bigint not null,
  key text not null,
  sha256 text not null,
  mime text not null,
  size int not null,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint open_image__small check (size between 1 and 1048576),
  primary key (oid, image_id),
  constraint open_image__key unique (key),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index open_image__by_store on open_image (oid, hid);
create index open_image__by_staff on open_image (oid, ctid_);

create table content_item (
  oid bigint not null references organisation,
  content_id bigint generated always as identity,
  hid bigint not null,
  stores bigint[],
  title text not null,
  cover text,
  summary text,
  body text not null default '',
  category int not null default 1,
  weight int not null default 0,
  from_date date,
  to_date date,
  author_id bigint,
  editor_id bigint,
  submitted_at timestamptz,
  reviewer_id bigint,
  reviewed_at timestamptz,
  status int not null default 0,
  ad_no text,
  ad_until date,
  down_reason text,
  wording_reason text,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint content_item__category check (category between 1 and 5),
  constraint content_item__days check (to_date >= from_date),
  constraint content_item__status check (status in (0, 1)),
  constraint content_item__reviewed check (status = 0 or reviewer_id is not null),
  constraint content_item__own_review check (reviewer_id is null or (reviewer_id <> author_id and reviewer_id <> editor_id)),
  constraint content_item__ad_missing check (category <> 5 or status = 0 or (ad_no is not null and ad_until is not null)),
  primary key (oid, content_id),
  foreign key (oid, hid) references store,
  foreign key (oid, author_id) references contact,
  foreign key (oid, editor_id) references contact,
  foreign key (oid, reviewer_id) references contact
);
comment on column content_item.body is 'sanitised HTML: what stands here was passed by server/content/html.ts';
comment on column content_item.editor_id is 'who last changed what readers see; an author for the review, too';
create index content_item__by_weight on content_item (oid, hid, status, weight desc);
create index content_item__by_author on content_item (oid, author_id);
create index content_item__by_editor on content_item (oid, editor_id);
create index content_item__by_reviewer on content_item (oid, reviewer_id);

create table banner (
  oid bigint not null references organisation,
  banner_id bigint generated always as identity,
  hid bigint not null,
  title text not null,
  image text not null,
  target text not null default '',
  content_id bigint,
  from_date date,
  to_date date,
  sort int not null,
  constraint banner__days check (to_date >= from_date),
  constraint banner__eight check (sort > 0 and sort < 9),
  primary key (oid, banner_id),
  constraint banner__place unique (oid, hid, sort),
  foreign key (oid, hid) references store,
  foreign key (oid, content_id) references content_item on delete set null (content_id)
);
create index banner__by_content on banner (oid, content_id);

-- What a campaign starts from.
create table campaign_preset (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  kind int not null,
  poster text,
  share_text text,
  reward_kind int not null default 0,
  coupon_kind_id bigint,
  reward_points int,
  attribution_days int not null default 7,
  per_person int not null default 1,
  ceiling bigint,
  status int not null default 0,
  version int not null default 0,
  constraint campaign_preset__kind check (kind between 1 and 4),
  constraint campaign_preset__reward check (
    case reward_kind when 0 then true when 1 then coupon_kind_id is not null when 2 then reward_points > 0 else false end
  ),
  constraint campaign_preset__attribution check (attribution_days between 1 and 90),
  constraint campaign_preset__per_person check (per_person between 1 and 100),
  constraint campaign_preset__ceiling check (ceiling > 0),
  constraint campaign_preset__status check (status in (0, 1)),
  primary key (oid, id),
  constraint campaign_preset__duplicate unique (oid, hid, name),
  foreign key (oid, hid) references store,
  foreign key (oid, coupon_kind_id) references coupon_kind
);
create index campaign_preset__by_coupon on campaign_preset (oid, coupon_kind_id);

create table campaign (
  oid bigint not null references organisation,
  campaign_id bigint generated always as identity,
  hid bigint not null,
  stores bigint[],
  title text not null,
  kind int not null,
  medical boolean not null default false,
  from_at timestamptz,
  to_at timestamptz,
  audience int not null default 0,
  age_from int,
  age_to int,
  per_person int not null default 1,
  ceiling bigint,
  fields jsonb not null default '[]',
  content text not null default '',
  poster text,
  share_text text,
  reward_kind int not null default 0,
  coupon_kind_id bigint,
  reward_points int,
  promoter_points int,
  attribution_days int not null default 7,
  hold_minutes int not null default 30,
  preset_id bigint,
  ad_no text,
  ad_until date,
  wording_reason text,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint campaign__kind check (kind between 1 and 4),
  constraint campaign__time check (to_at > from_at),
  constraint campaign__audience check (audience in (0, 1, 2)),
  constraint campaign__ages check (age_from between 0 and 120 and age_to between 0 and 120 and age_to >= age_from),
  constraint campaign__per_person check (per_person between 1 and 100),
  constraint campaign__ceiling check (ceiling > 0),
  constraint campaign__reward check (
    case reward_kind when 0 then true when 1 then coupon_kind_id is not null when 2 then reward_points > 0 else false end
  ),
  constraint campaign__promoter_points check (promoter_points > 0),
  constraint campaign__attribution check (attribution_days between 1 and 90),
  constraint campaign__hold check (hold_minutes between 5 and 1440),
  constraint campaign__when_missing check (status = 0 or (from_at is not null and to_at is not null)),
  constraint campaign__ad_missing check (not medical or status in (0, 4) or (ad_no is not null and ad_until is not null)),
  primary key (oid, campaign_id),
  foreign key (oid, hid) references store,
  foreign key (oid, coupon_kind_id) references coupon_kind,
  foreign key (oid, preset_id) references campaign_preset on delete set null (preset_id),
  foreign key (oid, ctid_) references contact
);
comment on column campaign.audience is '0 everybody, 1 new members only, 2 members only';
comment on column campaign.ceiling is 'fen that may be given away: account campaign:<id> of book campaign; null: none set';
comment on column campaign.fields is 'keys of the declared form fields that are asked for';
create index campaign__by_store on campaign (oid, hid, status, campaign_id desc);
create index campaign__by_coupon on campaign (oid, coupon_kind_id);
create index campaign__by_preset on campaign (oid, preset_id);
create index campaign__by_staff on campaign (oid, ctid_);
create index campaign__open on campaign (oid, status) where status in (1, 2);

create table campaign_session (
  oid bigint not null references organisation,
  session_id bigint generated always as identity,
  campaign_id bigint not null,
  hid bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  quota int not null,
  taken int not null default 0,
  constraint campaign_session__time check (ends_at > starts_at),
  constraint campaign_session__quota check (quota > 0),
  constraint campaign_session__full check (taken between 0 and quota),
  primary key (oid, session_id),
  constraint campaign_session__duplicate unique (oid, campaign_id, starts_at),
  foreign key (oid, campaign_id) references campaign on delete cascade,
  foreign key (oid, hid) references store
);
comment on column campaign_session.taken is 'places signed up for, come or held, kept by the trigger campaign_apply_takes';
create index campaign_session__by_store on campaign_session (oid, hid);

-- Codes: campaign × promoter × place.
create table campaign_code (
  oid bigint not null references organisation,
  code_id bigint generated always as identity,
  campaign_id bigint not null,
  hid bigint not null,
  promoter_id bigint,
  pid bigint,
  place text,
  code text not null,
  created_at timestamptz not null default app_now(),
  constraint campaign_code__promoter check (num_nonnulls(promoter_id, pid) <= 1 and num_nonnulls(promoter_id, pid, place) > 0),
  primary key (oid, code_id),
  constraint campaign_code__code unique (code),
  foreign key (oid, campaign_id) references campaign on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, promoter_id) references contact,
  foreign key (oid, pid) references patient
);
create index campaign_code__by_campaign on campaign_code (oid, campaign_id);
create index campaign_code__by_store on campaign_code (oid, hid);
create index campaign_code__by_staff on campaign_code (oid, promoter_id);
create index campaign_code__by_member on campaign_code (oid, pid);

-- Somebody opened a campaign or an article: the browser's own random number, and the code it came with.
create table campaign_view (
  oid bigint not null references organisation,
  view_id bigint generated always as identity,
  hid bigint not null,
  campaign_id bigint,
  content_id bigint,
  code_id bigint,
  visitor text not null,
  at timestamptz not null default app_now(),
  constraint campaign_view__item check (num_nonnulls(campaign_id, content_id) = 1),
  primary key (oid, view_id),
  foreign key (oid, hid) references store,
  foreign key (oid, campaign_id) references campaign on delete cascade,
  foreign key (oid, content_id) references content_item on delete cascade,
  foreign key (oid, code_id) references campaign_code on delete cascade
);
create index campaign_view__by_campaign on campaign_view (oid, campaign_id, visitor, view_id desc);
create index campaign_view__by_content on campaign_view (oid, content_id);
create index campaign_view__by_code on campaign_view (oid, code_id);
create index campaign_view__by_store on campaign_view (oid, hid);

create table campaign_apply (
  oid bigint not null references organisation,
  apply_id bigint generated always as identity,
  campaign_id bigint not null,
  session_id bigint,
  hid bigint not null,
  pid bigint,
  name text not null,
  mobile text not null,
  birth date,
  answers jsonb not null default '{}',
  status int not null,
  passed_over boolean not null default false,
  held_until timestamptz,
  source int not null default 1,
  code_id bigint,
  content_id bigint,
  was_member boolean not null default false,
  applied_at timestamptz not null default app_now(),
  came_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  constraint campaign_apply__source check (source in (1, 2, 3)),
  constraint campaign_apply__held check (held_until is null or status = 3),
  primary key (oid, apply_id),
  foreign key (oid, campaign_id) references campaign,
  foreign key (oid, session_id) references campaign_session,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, code_id) references campaign_code,
  foreign key (oid, content_id) references content_item on delete set null (content_id),
  foreign key (oid, ctid_) references contact
);
comment on column campaign_apply.held_until is 'a freed place is held for this waiting person until then';
comment on column campaign_apply.passed_over is 'a place was held and not taken in time: others who wait come first';
comment on column campaign_apply.was_member is 'a member of the organisation before signing up: earns a promoter nothing';
create index campaign_apply__by_campaign on campaign_apply (oid, campaign_id, apply_id);
create index campaign_apply__by_session on campaign_apply (oid, session_id, status);
create index campaign_apply__by_store on campaign_apply (oid, hid);
create index campaign_apply__by_member on campaign_apply (oid, pid);
create index campaign_apply__by_code on campaign_apply (oid, code_id);
create index campaign_apply__by_content on campaign_apply (oid, content_id);
create index campaign_apply__by_staff on campaign_apply (oid, ctid_);
create index campaign_apply__held_now on campaign_apply (oid, held_until) where held_until is not null;

-- Rewards given, each once for what earned it.
create table campaign_reward (
  oid bigint not null references organisation,
  reward_id bigint generated always as identity,
  campaign_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  apply_id bigint,
  code_id bigint,
  ref text not null,
  kind int not null,
  coupon_id bigint,
  points int,
  worth bigint not null default 0,
  entry_id bigint,
  at timestamptz not null default app_now(),
  constraint campaign_reward__kind check (kind in (1, 2)),
  primary key (oid, reward_id),
  constraint campaign_reward__once unique (oid, campaign_id, ref),
  foreign key (oid, campaign_id) references campaign,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, apply_id) references campaign_apply,
  foreign key (oid, code_id) references campaign_code,
  foreign key (oid, coupon_id) references receive_record,
  foreign key (oid, entry_id) references ledger_entry
);
comment on column campaign_reward.ref is 'what earned it: apply:12, promoter:12, claim:7:1, sign:7:2026-11-28';
comment on column campaign_reward.worth is 'fen set aside for it, posted to promised:<campaign> until it is used';
create index campaign_reward__by_store on campaign_reward (oid, hid);
create index campaign_reward__by_member on campaign_reward (oid, pid);
create index campaign_reward__by_apply on campaign_reward (oid, apply_id);
create index campaign_reward__by_code on campaign_reward (oid, code_id);
create index campaign_reward__by_coupon on campaign_reward (oid, coupon_id);
create index campaign_reward__by_entry on campaign_reward (oid, entry_id);
