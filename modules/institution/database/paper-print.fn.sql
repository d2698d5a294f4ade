create or replace function paper_print_number() returns trigger language plpgsql as $$
begin
  -- One after the other: two counters printing the same paper at once get two numbers.
  perform pg_advisory_xact_lock(hashtextextended(format('paper_print %s %s %s %s', new.oid, new.hid, new.paper, new.object), 0));
  new.nth := 1 + (
    select count(*) from paper_print p where p.oid = new.oid and p.hid = new.hid and p.paper = new.paper and p.object = new.object
  );
  return new;
end $$;
create trigger paper_print_number before insert on paper_print
  for each row execute function paper_print_number();
