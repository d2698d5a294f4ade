-- The running numbers a store may still give out of a series (decision 0143). Whoever posts waits for those of the same store, not for the whole chain.
create table number_block (
  oid bigint not null default current_setting('app.oid')::bigint references organisation,
  series text not null,
  hid bigint not null,
  next bigint not null,
  last bigint not null,
  primary key (oid, series, hid),
  foreign key (oid, hid) references store,
  constraint number_block__order check (next <= last + 1)
);

-- The next number of a series in a store, out of its block; a used-up block is followed by the next ten of the series.
create function next_number_in(series_ text, hid_ bigint) returns bigint language plpgsql as $$
declare
  n bigint;
  of_block constant int := 10;
begin
  update number_block b set next = b.next + 1 where b.series = series_ and b.hid = hid_ and b.next <= b.last returning b.next - 1 into n;
  if found then return n; end if;
  -- Who finds it used up while another takes the next one waits here, and then has a number of that.
  insert into number_block (series, hid, next, last) values (series_, hid_, 1, 0) on conflict do nothing;
  perform 1 from number_block b where b.series = series_ and b.hid = hid_ for update;
  update number_block b set next = b.next + 1 where b.series = series_ and b.hid = hid_ and b.next <= b.last returning b.next - 1 into n;
  if found then return n; end if;
  n := next_numbers(series_, of_block);
  update number_block b set next = n + 1, last = n + of_block - 1 where b.series = series_ and b.hid = hid_;
  return n;
end $$;
