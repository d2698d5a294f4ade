-- What a member did without writing: it opens another, shorter time for answers than a message does.
alter table message add column event text constraint message__event check (event is null or event in ('follow', 'leave', 'menu', 'scan') and inbound);
comment on column message.event is 'of what came in: follow, leave, menu, scan; nothing where the member wrote';
update message set event = case when text like '[关注了公众号]%' then 'follow' when text like '[取消关注公众号]%' then 'leave' else 'menu' end
  where inbound and (text like '[关注了公众号]%' or text like '[取消关注公众号]%' or text like '[菜单]%');
