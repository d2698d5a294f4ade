-- When a member was reminded of a booking: an answer within three days is about that booking.
alter table reservation add column reminded_at timestamptz;
create index reservation__reminded on reservation (oid, pid, visit_at) where reminded_at is not null;
