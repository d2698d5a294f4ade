-- Who takes lenses and is neither the member nor a guardian says what they are to the member and how to reach them; a signature is drawn.
alter table supply_order add column receiver_relation text, add column receiver_phone text;
alter table supply_order add constraint supply_order__not_drawn check (coalesce(signature, '') = '' or signature ~ '^M[-0-9., ]+L') not valid;
