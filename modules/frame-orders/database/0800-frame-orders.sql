-- The rims of a frame as a tracer drew them, kept at the order they are glazed for.
alter table record_frame add trace_id bigint, add foreign key (oid, trace_id) references device_file;
create index record_frame__by_trace on record_frame (oid, trace_id) where trace_id is not null;
comment on column record_frame.trace_id is 'file of the tracer; its box stands in frame_a, frame_dbl, frame_ed until somebody says another size';

-- A trace of another member's frame, or a file that is no trace, is never kept at an order.
create function record_frame_trace() returns trigger language plpgsql as $$
begin
  if new.trace_id is not null and not exists (
    select from device_file f where f.oid = new.oid and f.file_id = new.trace_id and f.profile = 'oma' and f.pid = new.pid
  ) then
    raise exception 'the trace of another member' using errcode = '23514', constraint = 'record_frame__trace';
  end if;
  return new;
end $$;
create trigger record_frame_trace before insert or update of trace_id on record_frame for each row execute function record_frame_trace();
