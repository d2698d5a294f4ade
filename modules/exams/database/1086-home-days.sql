-- For how many days atropine was given at home before the refraction.
alter table exam_cycloplegia add column home_days int constraint exam_cycloplegia__home_days check (home_days between 1 and 14);
