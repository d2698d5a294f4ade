-- What was examined, where no template says it.
alter table exam_others add name text;
