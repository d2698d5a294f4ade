-- Baseline of institution: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create sequence organisation_oid_seq;

create table organisation (
  oid bigint not null default nextval('organisation_oid_seq'::regclass),
  name text not null,
  kind text not null default 'chain',
  created_at timestamptz not null default app_now(),
  constraint organisation__kind check (kind in ('chain', 'joint', 'single')),
  primary key (oid)
);

create table store (
  oid bigint not null,
  hid bigint generated always as identity,
  name text not null,
  short_name text not null,
  phone text,
  address text,
  logo text,
  time_open text,
  time_close text,
  time_open2 text,
  time_close2 text,
  time_open3 text,
  time_close3 text,
  sight_standard int not null default 5,
  member_discount_min numeric(4,2) not null default 7,
  is_opt_required boolean not null default false,
  order_method int not null default 1,
  hospital_note text,
  print_head text,
  expire_date date,
  sort int not null default 0,
  version int not null default 0,
  edition text not null default 'hospital',
  -- Print settings are the store's own, so that every paper has them: head and foot were kept where only prescriptions looked.
  include_org_name boolean not null default false,
  print_foot text,
  opened_on date,
  created_at timestamptz not null default app_now(),
  constraint store__sight_standard check (sight_standard in (5, 1)),
  constraint store__discount check (member_discount_min between 0 and 10),
  primary key (oid, hid),
  constraint store__duplicate unique (oid, name),
  foreign key (oid) references organisation,
  constraint store__edition check (edition in ('hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree', 'okjing'))
);
comment on column store.sight_standard is '5 = five-grade notation, 1 = decimal';
comment on column store.member_discount_min is 'lowest discount in 折 that staff may give';
comment on column store.expire_date is 'the account''s expiry; past it the menu is cut down';
comment on column store.edition is 'which product the store bought: the account kinds of its staff follow from it';
comment on column store.opened_on is 'first day of business; nothing happened in the store before it. Null: not said';

create table balance_record (
  oid bigint not null,
  balance_record_id bigint generated always as identity,
  hid bigint not null,
  kind int not null,
  amount bigint not null,
  balance bigint not null,
  pay_way int,
  other_hid bigint,
  reason text not null,
  ref text,
  operator_name text,
  entry_id bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint balance_record__amount check (amount <> 0),
  constraint balance_record__balance check (balance >= 0),
  constraint balance_record__way check (pay_way in (1, 2, 3, 4, 8, 9)),
  -- In: recharge, transfer in, reward, return. Out: spending, transfer out.
  constraint balance_record__sign check ((amount > 0) = (kind in (1, 4, 5, 6))),
  primary key (oid, balance_record_id),
  foreign key (oid, hid) references store,
  foreign key (oid, other_hid) references store,
  foreign key (oid, entry_id) references ledger_entry,
  constraint balance_record__kind check (kind between 1 and 7)
);
comment on column balance_record.kind
  is '1 recharge, 2 spent, 3 transfer out, 4 transfer in, 5 reward for an invitation, 6 returned, 7 set aside';
comment on column balance_record.amount is 'fen, + into the balance, − out of it';
comment on column balance_record.balance is 'fen held after this movement';
comment on column balance_record.operator_name is 'who did it, as the person was called then';
create index balance_record__by_store on balance_record (oid, hid, balance_record_id desc);
create index balance_record__by_other on balance_record (oid, other_hid);
create index balance_record__by_person on balance_record (oid, ctid_);
create index balance_record__by_entry on balance_record (oid, entry_id);

-- How a store prints each paper, by the path of the paper: its size, how often, what of it is left out.
create table paper_setting (
  oid bigint not null,
  hid bigint,
  paper text,
  size text,
  copies int not null default 1,
  logo boolean not null default false,
  prices boolean not null default true,
  automatic boolean not null default false,
  hidden text[] not null default '{}',
  -- 补打: how often a paper was printed, where a store wants copies after the first to say so. The database numbers them.
  reprint boolean not null default false,
  -- A paper may be printed in another language than the screens.
  language text,
  constraint paper_setting__copies check (copies between 1 and 5),
  constraint paper_setting__words check (length(paper) <= 100 and length(size) <= 20 and cardinality(hidden) <= 20),
  primary key (oid, hid, paper),
  foreign key (oid, hid) references store,
  constraint paper_setting__language check (language in ('zh', 'en'))
);

create table paper_print (
  oid bigint not null,
  hid bigint,
  paper text,
  object text,
  nth int,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  operator_name text,
  constraint paper_print__nth check (nth > 0),
  constraint paper_print__words check (length(paper) <= 100 and length(object) <= 200),
  primary key (oid, hid, paper, object, nth),
  foreign key (oid, hid) references store
);
comment on column paper_print.object is 'the address of what was printed: /fee-bill-print/12';

-- Keys of tables before, whose target stands in this file.
alter table number_block add foreign key (oid) references organisation;
alter table number_block add foreign key (oid, hid) references store;
