-- A fifth thing to agree to: that a remote expert is asked, which the inviting clinic needs in writing (远程医疗服务管理规范 2018).
alter table consent_text drop constraint consent_text__kind;
alter table consent_text add constraint consent_text__kind check (kind between 1 and 5);
comment on column consent_text.kind is '1 care and health data, 2 marketing and text messages, 3 sharing with school or screening, 4 ortho-k lenses, 5 remote consultation';
