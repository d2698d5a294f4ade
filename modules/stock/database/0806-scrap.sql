-- A record of destruction says how and before whom.
update scrap set witness = coalesce(nullif(btrim(witness), ''), '未填写'), destroyed_way = coalesce(nullif(btrim(destroyed_way), ''), '未填写')
  where destroyed_on is not null and (btrim(witness) = '' or btrim(destroyed_way) = '');
alter table scrap add constraint scrap__said check (btrim(witness) <> '' and btrim(destroyed_way) <> '');
