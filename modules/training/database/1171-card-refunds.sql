-- Units a refund of a bill took off the card it had opened.
alter table train_card_line
  add column refund_id bigint,
  add foreign key (oid, refund_id) references refund,
  add constraint train_card_line__refund check (refund_id is null or kind = 2);
comment on column train_card_line.refund_id is 'refund of the bill that took the units back';
create index train_card_line__by_refund on train_card_line (oid, refund_id);
