-- When a tablet opened its task, and the latest time of its entries: an entry that arrives later cannot lie before them.
alter table screening_station add opened_at timestamptz, add last_at timestamptz;
alter table screening_station alter column opened_at set default app_now();
comment on column screening_station.last_at is 'latest time, by the tablet''s clock, of an entry it sent';
