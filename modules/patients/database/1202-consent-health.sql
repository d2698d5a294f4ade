-- An eighth kind of consent: facts of health used for marketing (PIPL articles 29 to 31).
alter table consent_text drop constraint consent_text__kind;
alter table consent_text add constraint consent_text__kind check (kind between 1 and 8);
comment on column consent_text.kind
  is '1 care and health data, 2 marketing and text messages, 3 sharing with school or screening, 4 ortho-k lenses, 5 remote '
    'consultation, 6 from a screening to the clinic, 7 light devices of training, 8 facts of health in marketing';

