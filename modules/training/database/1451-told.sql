-- What the trainer passed on: a card that runs out to the desk, a plan without gain to its doctor. Both become calls of the follow-up.
alter table train_user
  add column told_at timestamptz;
comment on column train_user.told_at is 'when the desk was told that the card runs out; empty again once it was renewed';
alter table train_plan
  add column doctor_told_on date;
comment on column train_plan.doctor_told_on is 'day on which its doctor was last told that it brings no gain';
