-- Files of results and of the audit itself are written down as well.
alter table student_disclosure
  drop constraint student_disclosure__purpose,
  add constraint student_disclosure__purpose check (purpose between 1 and 5);
comment on column student_disclosure.purpose is
  '1 shown on a screen, 2 the roll as a file, 3 taken over into the member''s record, 4 results as a file, 5 the yearly audit as a file';
