-- Members of a number, whichever organisation's: the login of a phone knows none yet.
create index patient__by_whole_number on patient (phone_tail) where status = 0 and phone_tail <> '';
