-- A prescription another house wrote, typed once from its paper: who issued it, on what day, and a picture of it. Confirmed by whoever signs it here.
create table prescription_outside (
  oid bigint not null,
  prescription_id bigint not null,
  hid bigint not null,
  issuer text not null constraint prescription_outside__issuer check (btrim(issuer) <> ''),
  issued_on date not null,
  file_id bigint,
  primary key (oid, prescription_id),
  foreign key (oid, prescription_id) references prescription on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, file_id) references exam_file
);
create index prescription_outside__by_store on prescription_outside (oid, hid);
create index prescription_outside__by_file on prescription_outside (oid, file_id);
create trigger prescription_part_immutable before insert or update or delete on prescription_outside for each row execute function prescription_part_immutable();
