-- Everybody who wrote the order: its last writer alone does not tell who typed a parameter.
alter table supply_order add column writers bigint[] not null default '{}';
comment on column supply_order.writers is 'everybody who wrote the order or one of its lines';
update supply_order set writers = array[ctid_] where ctid_ is not null;

create function supply_order_writers() returns trigger language plpgsql as $$
begin
  if new.ctid_ is not null and not new.ctid_ = any (new.writers) then
    new.writers := new.writers || new.ctid_;
  end if;
  return new;
end $$;
create trigger supply_order_writers before insert or update of ctid_ on supply_order for each row execute function supply_order_writers();
