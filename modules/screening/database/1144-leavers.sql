-- The state of the leaving cohort is changed by its own call alone; its column has a name no field of a form has.
alter table school rename column graduate_status to leavers_gone;
alter table school rename constraint school__graduate_status to school__leavers_gone;
