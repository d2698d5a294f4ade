-- Who takes glasses and is neither the member nor a guardian says what they are to the member and how to reach them; a signature is drawn.
alter table record_frame add column receiver_relation text, add column receiver_phone text;
alter table record_frame add constraint record_frame__not_drawn check (coalesce(signature, '') = '' or signature ~ '^M[-0-9., ]+L') not valid;
