-- Offices and rooms are free-form objects in the seeds: names that are no columns are kept together.
alter table office add column more jsonb not null default '{}';
alter table consulting_room add column more jsonb not null default '{}';
comment on column office.more is 'names the seeds leave open';
comment on column consulting_room.more is 'names the seeds leave open';
