-- What is done against the growth of an eye, from when to when: the bands under the growth curves.
create table treatment (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  eye text not null constraint treatment__eye check (eye in ('od', 'os', 'ou')),
  kind int not null constraint treatment__kind check (kind in (1, 2, 3, 4, 5, 6, 9)),
  concentration numeric,
  what text,
  start_date date not null,
  end_date date,
  reason text,
  stop_reason text,
  risk_told boolean not null default false,
  doctor_id bigint not null,
  version int not null default 0,
  void_reason text,
  voided_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, doctor_id) references contact,
  constraint treatment__treatment_days check (end_date >= start_date),
  -- An atropine is known by its strength, anything else by its name where the kind does not say it.
  constraint treatment__treatment_strength check ((kind = 1) = (concentration is not null)),
  constraint treatment__strength_range check (concentration between 0.005 and 1),
  constraint treatment__treatment_what check (kind <> 9 or coalesce(btrim(what), '') <> ''),
  constraint treatment__treatment_risk check (kind <> 5 or risk_told),
  constraint treatment__voided check ((voided_at is null) = (void_reason is null)),
  -- Both eyes overlap with either. A change of strength ends one and begins the next on the same day.
  constraint treatment__treatment_overlap exclude using gist (
    oid with =, pid with =, kind with =, (case when kind = 9 then what else '' end) with =,
    (case eye when 'od' then int4range(1, 2) when 'os' then int4range(2, 3) else int4range(1, 3) end) with &&,
    daterange(start_date, end_date) with &&
  ) where (voided_at is null)
);
create index treatment__by_member on treatment (oid, pid, start_date desc);
create index treatment__by_store on treatment (oid, hid);
create index treatment__by_doctor on treatment (oid, doctor_id);
