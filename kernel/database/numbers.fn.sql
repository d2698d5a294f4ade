-- The next number of a series.
create or replace function next_number(series_ text) returns bigint language sql as $$
  insert into running_number (series, last) values (series_, 1)
  on conflict (oid, series) do update set last = running_number.last + 1 returning last
$$;

-- Takes many numbers of a series at once, for an import. Returns the first.
create or replace function next_numbers(series_ text, many int) returns bigint language sql as $$
  insert into running_number (series, last) values (series_, many)
  on conflict (oid, series) do update set last = running_number.last + many returning last - many + 1
$$;

-- The next number of a series in a store, from its block. After a used-up block the store takes the next ten of the series.
create or replace function next_number_in(series_ text, hid_ bigint) returns bigint language plpgsql as $$
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
