-- The rates of a region read every complete result of a store and the one of the same child a year before: out of the index alone, whose
-- wall is asked once and not by row.
create index screening_result__by_rates on screening_result (oid, hid, student_id, school_year, term, id desc) include (
  task_id,
  school_id,
  class_id,
  village_id,
  grade,
  gender,
  standard,
  poor_sight,
  screening_myopia,
  pre_myopia,
  correction,
  for_visit
) where status in (1, 2, 3);
