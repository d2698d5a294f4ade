-- What a message says where the member may not be written to freely, and the number it goes to when WeChat does not take it.
alter table message
  add column notice jsonb constraint message__notice check (notice is null or (jsonb_typeof(notice) = 'object' and notice ? 'template' and notice ? 'params' and not inbound));
comment on column message.notice is 'of a reminder: template, params, and mobile where an SMS follows when WeChat refuses';
