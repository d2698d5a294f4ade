-- The lensmeter's file behind a final inspection: of the member whose glasses they are, and each good for one inspection.
alter table record_frame_inspection add column lensmeter_id bigint;
alter table record_frame_inspection add foreign key (oid, lensmeter_id) references device_file;
alter table record_frame_inspection add constraint record_frame_inspection__file_once unique (oid, lensmeter_id);
create function record_frame_inspection_file() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.lensmeter_id is not null and not exists (select from device_file d join record_frame r on r.oid = d.oid and r.pid = d.pid
    where d.oid = new.oid and d.file_id = new.lensmeter_id and r.record_frame_id = new.record_frame_id) then
    raise exception 'inspection by a file of another member';
  end if;
  return new;
end $$;
create trigger record_frame_inspection_file before insert or update of lensmeter_id on record_frame_inspection for each row execute function record_frame_inspection_file();
