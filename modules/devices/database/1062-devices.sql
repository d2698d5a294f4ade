-- Whose eyes a file says they were: beside number and name the birth and the sex, and why somebody took it for a member it differs from.
alter table device_file add column said_birth date, add column said_sex int constraint device_file__said_sex check (said_sex in (0, 1)), add column differs_reason text;
comment on column device_file.differs_reason is 'why the file was taken for a member whose name, sex or birth it contradicts';
