-- A fourth thing to agree to: ortho-k lenses, by the guardian of a child.
alter table consent_text drop constraint consent_text__kind;
alter table consent_text add constraint consent_text__kind check (kind between 1 and 4);
comment on column consent_text.kind is '1 care and health data, 2 marketing and text messages, 3 sharing with school or screening, 4 ortho-k lenses';
