create trigger record_kept before update or delete on remote_record
  for each row execute function record_kept('id');
