-- Types of follow-up have a kind of their own, with what is said, how and how urgent; templates and everything that points to one keep their ids.
update master_item
set kind = 'revisit-type',
  body = jsonb_build_object('taskType', 1, 'channel', 1, 'urgency', 1, 'dueDays', null, 'script', body ->> 'note', 'scriptB', null)
where kind = 'type' and body ->> 'use' = '3';
