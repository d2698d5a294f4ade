-- Print settings are the store's own, so that every paper has them: head and foot were kept where only prescriptions looked.
alter table store add include_org_name boolean not null default false, add print_foot text;
update store s set include_org_name = coalesce((select o.value = 'true'::jsonb from store_option o where o.oid = s.oid and o.hid = s.hid and o.key = 'includeOrgName'), false),
  print_foot = (select nullif(o.value #>> '{}', '') from store_option o where o.oid = s.oid and o.hid = s.hid and o.key = 'printFoot');
delete from store_option where key in ('includeOrgName', 'printFoot');

-- Until now nothing asked for an optometrist: whoever wants it switches it on.
alter table store alter is_opt_required set default false;
update store set is_opt_required = false;
