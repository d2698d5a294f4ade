-- When the glasses of a member whose session asks came to each state: the history of the house is not the member's to read.
create or replace function frame_steps(pid_ bigint)
  returns table (record_frame_id bigint, status int, at timestamptz)
  language sql stable security definer
  set search_path = public as $$
  select f.record_frame_id, h.to_status, max(h.at)
  from record_frame f
  join move_history h on h.oid = f.oid and h.machine = 'frame-order' and h.row_id = f.record_frame_id
  where f.oid = current_setting('app.oid')::bigint and f.pid = pid_
    and pid_ = any (nullif(current_setting('app.pids', true), '')::bigint[])
  group by f.record_frame_id, h.to_status
$$;
