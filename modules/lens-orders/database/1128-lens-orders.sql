-- Whoever took the goods showed the code the member received, instead of signing.
alter table supply_order add by_code boolean not null default false;
