-- What is given by hand: coupons (1), points (2), gift money without a scheme (3), a better level (4).
create table hand_grant (
  oid bigint not null,
  grant_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  kind int not null,
  what text not null,
  quantity int not null default 1,
  worth bigint not null default 0,
  reason text not null,
  ctid_ bigint default app_ctid(),
  at timestamptz not null default app_now(),
  approved_by bigint,
  proof_id bigint,
  primary key (oid, grant_id),
  constraint hand_grant__kind check (kind in (1, 2, 3, 4)),
  constraint hand_grant__worth check (worth >= 0),
  constraint hand_grant__quantity check (quantity > 0),
  constraint hand_grant__grant_reason check (btrim(reason) <> ''),
  constraint hand_grant__approval_self check (approved_by is null or approved_by is distinct from ctid_),
  constraint hand_grant__approval_needed check ((approved_by is null) = (proof_id is null)),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, approved_by) references contact,
  foreign key (oid, proof_id) references presence_proof
);
comment on column hand_grant.worth is 'fen; counts towards what one person gives a day';
comment on column hand_grant.approved_by is 'who agreed to what was over the ceiling, proven by the own password';
create index hand_grant__by_day on hand_grant (oid, hid, at);
create index hand_grant__by_person on hand_grant (oid, ctid_, at);
create index hand_grant__by_member on hand_grant (oid, pid);
create index hand_grant__by_approver on hand_grant (oid, approved_by);
create index hand_grant__by_proof on hand_grant (oid, proof_id);
