-- Contracts with suppliers: for how long, for which stores, on which terms, and what goods cost by power and quantity.
create table contract_file (
  oid bigint not null references organisation,
  file_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  sha256 text not null constraint contract_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  size int not null constraint contract_file__size check (size > 0),
  mime text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, file_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index contract_file__by_store on contract_file (oid, hid);
create index contract_file__by_person on contract_file (oid, ctid_);

create table contract (
  oid bigint not null references organisation,
  contract_id bigint generated always as identity,
  hid bigint not null,
  contract_no text not null,
  name text not null,
  supplier_id bigint not null,
  apply_stores bigint[] constraint contract__apply_stores check (cardinality(apply_stores) > 0),
  starts_on date not null,
  ends_on date not null,
  payment_days int not null constraint contract__payment_days check (payment_days between 0 and 365),
  credit_limit bigint constraint contract__credit_limit check (credit_limit >= 0),
  warranty_days int constraint contract__warranty_days check (warranty_days between 0 and 3650),
  return_days int constraint contract__return_days check (return_days between 0 and 3650),
  file_id bigint,
  note text,
  status int not null default 0,
  terminated_on date,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, contract_id),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, file_id) references contract_file,
  foreign key (oid, ctid_) references contact,
  constraint contract__contract_exists unique (oid, contract_no),
  constraint contract__contract_term check (ends_on >= starts_on),
  constraint contract__terminated check ((status = 4) = (terminated_on is not null))
);
comment on column contract.hid is 'the store that signed it';
comment on column contract.apply_stores is 'the stores it holds for; null for the whole chain';
comment on column contract.credit_limit is 'fen of goods ordered and not paid; null where none was agreed';
comment on column contract.return_days is 'days in which goods may go back without a fault; null for no such right';
create index contract__by_supplier on contract (oid, supplier_id, starts_on desc);
create index contract__by_store on contract (oid, hid);
create index contract__by_file on contract (oid, file_id);
create index contract__by_person on contract (oid, ctid_);

create table contract_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  contract_id bigint not null,
  product_id bigint,
  brand text constraint contract_line__brand check (brand <> ''),
  sph_from numeric(5, 2),
  sph_to numeric(5, 2),
  cyl_from numeric(5, 2),
  cyl_to numeric(5, 2),
  quantity_from int not null default 1 constraint contract_line__quantity check (quantity_from >= 1),
  quantity_to int,
  cost bigint not null constraint contract_line__cost check (cost >= 0),
  note text,
  goods text generated always as (coalesce('p' || product_id, 'b' || lower(brand))) stored,
  primary key (oid, line_id),
  foreign key (oid, contract_id) references contract on delete cascade,
  foreign key (oid, product_id) references product,
  constraint contract_line__contract_goods check (num_nonnulls(product_id, brand) = 1),
  constraint contract_line__contract_band check (
    num_nulls(sph_from, sph_to) <> 1 and num_nulls(cyl_from, cyl_to) <> 1
    and coalesce(sph_from <= sph_to, true) and coalesce(cyl_from <= cyl_to, true) and coalesce(quantity_from <= quantity_to, true)
  ),
  constraint contract_line__bands_overlap exclude using gist (
    oid with =, contract_id with =, goods with =,
    numrange(sph_from, sph_to, '[]') with &&, numrange(cyl_from, cyl_to, '[]') with &&, int4range(quantity_from, quantity_to, '[]') with &&
  )
);
comment on column contract_line.sph_from is 'D; null with sph_to: every sphere';
comment on column contract_line.cyl_from is 'D, minus cylinder: the stronger end; null with cyl_to: every cylinder';
comment on column contract_line.quantity_to is 'null: that many and more';
comment on column contract_line.cost is 'fen a piece';
create index contract_line__by_contract on contract_line (oid, contract_id);
create index contract_line__by_product on contract_line (oid, product_id);

-- What was agreed stays: a contract that was in force is ended, never deleted, and its parties, first day and prices do not change.
create function contract_kept() returns trigger language plpgsql as $$
begin
  if old.status <> 0 then
    if tg_op = 'DELETE' then
      raise exception 'contract % was in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_kept';
    elsif (new.supplier_id, new.starts_on, new.contract_no) is distinct from (old.supplier_id, old.starts_on, old.contract_no) then
      raise exception 'contract % is in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger contract_kept before update or delete on contract for each row execute function contract_kept();
create function contract_line_fixed() returns trigger language plpgsql as $$
declare
  of contract_line := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from contract c where c.oid = of.oid and c.contract_id = of.contract_id and c.status <> 0 for key share) then
    raise exception 'contract % is in force', of.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
  end if;
  return of;
end $$;
create trigger contract_line_fixed before insert or update or delete on contract_line for each row execute function contract_line_fixed();
