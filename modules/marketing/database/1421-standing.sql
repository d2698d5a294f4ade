-- Standing tasks of a store: switched on by somebody who may approve, each with its wording, its hour and its ceiling a day.
create table marketing_standing (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  is_on boolean not null default false,
  template_id bigint,
  wechat_template_id bigint,
  send_at time not null default '10:00',
  ceiling bigint not null default 2000,
  on_by bigint,
  last_day date,
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, template_id) references marketing_template,
  foreign key (oid, wechat_template_id) references wechat_template,
  foreign key (oid, on_by) references contact,
  constraint marketing_standing__one unique (oid, hid, kind),
  constraint marketing_standing__hours_law check (send_at >= '08:00' and send_at < '21:00'),
  constraint marketing_standing__ceiling check (ceiling between 10 and 100000000),
  constraint marketing_standing__template_missing check (not is_on or template_id is not null)
);
comment on column marketing_standing.ceiling is 'fen its messages of a day may cost';
comment on column marketing_standing.last_day is 'the day it last looked for members: once a day, whatever comes between';
create index marketing_standing__by_template on marketing_standing (oid, template_id);
create index marketing_standing__by_wechat on marketing_standing (oid, wechat_template_id);
create index marketing_standing__by_person on marketing_standing (oid, on_by);

alter table marketing_task add column standing text;
comment on column marketing_task.standing is 'the standing task it came of, by its kind';
create index marketing_task__by_standing on marketing_task (oid, hid, standing) where standing is not null;
