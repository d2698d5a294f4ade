create trigger record_kept before update or delete on ecase
  for each row execute function record_kept('ecase_id');

create trigger record_kept before update or delete on clinical_record
  for each row execute function record_kept('id');
