-- Nobody's prescription is good for longer than two years; the handler says the day, which is earlier for a child.
alter table prescription add constraint prescription__validity_long check (valid_until <= order_date + interval '24 months') not valid;
