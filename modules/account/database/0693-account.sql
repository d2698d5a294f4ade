-- What a person pinned in the menu, wherever they log in: it goes with the account.
create table account_stars (
  oid bigint not null,
  uid bigint not null,
  paths text[] not null,
  primary key (oid, uid),
  foreign key (oid, uid) references account (oid, uid) on delete cascade,
  constraint account_stars__most check (cardinality(paths) <= 7)
);
