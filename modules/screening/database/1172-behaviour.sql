-- What parents or pupils told of a child's habits, one form a result: from the letter's page or from the station.
create table screening_behaviour (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  result_id bigint not null,
  form text not null,
  version int not null,
  answers jsonb not null,
  source text not null,
  at timestamptz not null default app_now(),
  primary key (oid, id),
  constraint screening_behaviour__once unique (oid, result_id),
  constraint screening_behaviour__form check (form in ('parents', 'pupil')),
  constraint screening_behaviour__source check (source in ('parents', 'station')),
  constraint screening_behaviour__answers check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) between 1 and 40),
  foreign key (oid, hid) references store,
  foreign key (oid, result_id) references screening_result
);
create index screening_behaviour__by_store on screening_behaviour (oid, hid);
