-- The version of a template is a count, as its fields say.
alter table exam_others add constraint exam_others__template_version check (template_version between 0 and 1000000);
alter table assessment add constraint assessment__template_version check (template_version between 0 and 1000000);
