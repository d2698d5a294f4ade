-- Master data of a clinic: member levels (issue 3 adds the other kinds).
create table level (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  discount numeric(4, 2) not null default 10 constraint level__discount check (discount between 0 and 10),
  point_multiple numeric(4, 2) not null default 1 constraint level__multiple check (point_multiple between 0 and 10),
  sort int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint level__duplicate unique (oid, hid, name)
);
