-- How a store prints each paper, by the path of the paper: its size, how often, what of it is left out.
create table paper_setting (
  oid bigint not null,
  hid bigint not null,
  paper text not null,
  size text,
  copies integer not null default 1,
  logo boolean not null default false,
  prices boolean not null default true,
  automatic boolean not null default false,
  hidden text[] not null default '{}',
  primary key (oid, hid, paper),
  foreign key (oid, hid) references store (oid, hid),
  constraint paper_setting__copies check (copies between 1 and 5),
  constraint paper_setting__words check (length(paper) <= 100 and length(size) <= 20 and cardinality(hidden) <= 20)
);
