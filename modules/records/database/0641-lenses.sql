-- A lens that an order delivered is the same lens as one a take record writes: it stands once, with the order it came by, and joins the record when that is signed.
alter table ok_lens
  alter column case_id drop not null,
  alter column take_id drop not null,
  add column ref text,
  add constraint ok_lens__source check (take_id is not null or ref is not null);
comment on column ok_lens.ref is 'the order that delivered it, order:12';
create index ok_lens__by_ref on ok_lens (oid, ref) where ref is not null;
