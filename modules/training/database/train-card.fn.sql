-- A line gives back no more units than it brought in, whoever writes it: the user's row is locked, so that two refunds at once come one
-- after the other.
create or replace function train_card_line_kept() returns trigger language plpgsql set search_path = public as $$
declare
  brought_ int;
  gone_ int;
begin
  if new.kind not in (2, 3) then
    return new;
  end if;
  perform 1 from train_user where oid = new.oid and id = new.user_id for no key update;
  select units into brought_ from train_card_line where oid = new.oid and id = new.of_line and user_id = new.user_id and kind in (1, 4);
  select coalesce(sum(-units), 0) into gone_ from train_card_line where oid = new.oid and of_line = new.of_line and kind in (2, 3);
  if brought_ is null or gone_ - new.units > brought_ then
    raise exception 'line % brought %, % are gone and % more were to go', new.of_line, brought_, gone_, -new.units
      using errcode = 'check_violation', constraint = 'train_card_line__returned_more', table = 'train_card_line';
  end if;
  return new;
end $$;
create trigger train_card_line_kept before insert on train_card_line for each row execute function train_card_line_kept();
