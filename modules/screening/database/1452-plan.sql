-- Who examines in a task, and with which instruments, as planned: by staff number and by serial number.
alter table screening_task
  add column examiners bigint[] not null default '{}',
  add column devices text[] not null default '{}',
  add constraint screening_task__examiners check (cardinality(examiners) <= 40),
  add constraint screening_task__devices check (cardinality(devices) <= 40);
