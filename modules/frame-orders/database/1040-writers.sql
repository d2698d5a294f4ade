-- Who wrote what a finding may be of. A person who is asked to confirm as another than the writer is compared with these.
alter table record_frame add column writers bigint[] not null default '{}';
alter table record_frame add column chosen_by bigint;
comment on column record_frame.writers is 'everybody who wrote a power, the type of glasses or the prescription of the order';
comment on column record_frame.chosen_by is 'who chose its lenses last';
create index record_frame__by_chooser on record_frame (oid, chosen_by);
alter table record_frame add constraint record_frame_chosen_by_fkey foreign key (oid, chosen_by) references contact (oid, ctid_);

create function record_frame_writers() returns trigger language plpgsql as $$
begin
  if app_ctid() is null then
    return new;
  end if;
  if (tg_op = 'INSERT' or (new.ds_od, new.dc_od, new.ax_od, new.add_od, new.prism_od, new.base_od, new.pd_od, new.ph_od,
      new.ds_os, new.dc_os, new.ax_os, new.add_os, new.prism_os, new.base_os, new.pd_os, new.ph_os,
      new.binocle_type, new.prescription_id, new.rx_line_id)
    is distinct from (old.ds_od, old.dc_od, old.ax_od, old.add_od, old.prism_od, old.base_od, old.pd_od, old.ph_od,
      old.ds_os, old.dc_os, old.ax_os, old.add_os, old.prism_os, old.base_os, old.pd_os, old.ph_os,
      old.binocle_type, old.prescription_id, old.rx_line_id)) and not app_ctid() = any (new.writers) then
    new.writers := new.writers || app_ctid();
  end if;
  if tg_op = 'INSERT' or (new.lens_product_od, new.lens_product_os) is distinct from (old.lens_product_od, old.lens_product_os) then
    new.chosen_by := app_ctid();
  end if;
  return new;
end $$;
create trigger record_frame_writers before insert or update on record_frame for each row execute function record_frame_writers();
