-- 补打: how often a paper was printed, where a store wants copies after the first to say so. The database numbers them.
alter table paper_setting add reprint boolean not null default false;
create table paper_print (
  oid bigint not null,
  hid bigint not null,
  paper text not null,
  object text not null,
  nth integer not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  operator_name text,
  primary key (oid, hid, paper, object, nth),
  foreign key (oid, hid) references store (oid, hid),
  constraint paper_print__nth check (nth > 0),
  constraint paper_print__words check (length(paper) <= 100 and length(object) <= 200)
);
comment on column paper_print.object is 'the address of what was printed: /fee-bill-print/12';
create function paper_print_number() returns trigger language plpgsql as $$
begin
  -- One after the other: two counters printing the same paper at once get two numbers.
  perform pg_advisory_xact_lock(hashtextextended(format('paper_print %s %s %s %s', new.oid, new.hid, new.paper, new.object), 0));
  new.nth := 1 + (select count(*) from paper_print p where p.oid = new.oid and p.hid = new.hid and p.paper = new.paper and p.object = new.object);
  return new;
end $$;
create trigger paper_print_number before insert on paper_print for each row execute function paper_print_number();
