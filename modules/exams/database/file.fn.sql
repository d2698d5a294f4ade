-- A file never changes, nor who sent it; only when it was sent last.
create or replace function exam_file_kept() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if to_jsonb(old) - 'uploaded_at' <> to_jsonb(new) - 'uploaded_at' then
    raise exception 'a file does not change' using errcode = '23514', constraint = 'exam_file__locked';
  end if;
  return new;
end $$;
create trigger exam_file_kept before update on exam_file for each row execute function exam_file_kept();
