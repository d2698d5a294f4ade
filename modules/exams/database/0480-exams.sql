-- Tear film, binocular function, endothelium, the clinic's own examinations, assessments, cycloplegia. CHECKs repeat the limits of the kinds' fields.
create table exam_dryeye (
  oid bigint not null,
  id bigint generated always as identity,
  fbut1_od numeric, fbut1_os numeric, fbut2_od numeric, fbut2_os numeric, fbut3_od numeric, fbut3_os numeric, nibut_od numeric,
  nibut_os numeric, nibut_avg_od numeric, nibut_avg_os numeric, schirmer_od numeric, schirmer_os numeric, meniscus_od numeric,
  meniscus_os numeric, stain_c_od numeric, stain_c_os numeric, stain_s_od numeric, stain_s_os numeric, stain_n_od numeric,
  stain_n_os numeric, stain_t_od numeric, stain_t_os numeric, stain_i_od numeric, stain_i_os numeric, stain_dots_od numeric,
  stain_dots_os numeric, conj_od numeric, conj_os numeric, redness_od numeric, redness_os numeric, meibo_upper_od numeric,
  meibo_upper_os numeric, meibo_lower_od numeric, meibo_lower_os numeric, meibum_od numeric, meibum_os numeric, lipid_od numeric,
  lipid_os numeric, osdi1 int, osdi2 int, osdi3 int, osdi4 int, osdi5 int, osdi6 int, osdi7 int, osdi8 int, osdi9 int, osdi10 int,
  osdi11 int, osdi12 int, symptoms boolean, schirmer_anaesthetic boolean, stain_scale int, blink_rate numeric, blink_partial numeric,
  lens_wear int,
  constraint exam_dryeye__fbut1 check (fbut1_od between 0 and 60 and fbut1_os between 0 and 60),
  constraint exam_dryeye__fbut2 check (fbut2_od between 0 and 60 and fbut2_os between 0 and 60),
  constraint exam_dryeye__fbut3 check (fbut3_od between 0 and 60 and fbut3_os between 0 and 60),
  constraint exam_dryeye__nibut check (nibut_od between 0 and 60 and nibut_os between 0 and 60),
  constraint exam_dryeye__nibut_avg check (nibut_avg_od between 0 and 60 and nibut_avg_os between 0 and 60),
  constraint exam_dryeye__schirmer check (schirmer_od between 0 and 35 and schirmer_os between 0 and 35),
  constraint exam_dryeye__meniscus check (meniscus_od between 0 and 2 and meniscus_os between 0 and 2),
  constraint exam_dryeye__stain_c check (stain_c_od between 0 and 5 and stain_c_os between 0 and 5),
  constraint exam_dryeye__stain_s check (stain_s_od between 0 and 5 and stain_s_os between 0 and 5),
  constraint exam_dryeye__stain_n check (stain_n_od between 0 and 5 and stain_n_os between 0 and 5),
  constraint exam_dryeye__stain_t check (stain_t_od between 0 and 5 and stain_t_os between 0 and 5),
  constraint exam_dryeye__stain_i check (stain_i_od between 0 and 5 and stain_i_os between 0 and 5),
  constraint exam_dryeye__stain_dots check (stain_dots_od between 0 and 200 and stain_dots_os between 0 and 200),
  constraint exam_dryeye__conj check (conj_od between 0 and 3 and conj_os between 0 and 3),
  constraint exam_dryeye__redness check (redness_od between 0 and 4 and redness_os between 0 and 4),
  constraint exam_dryeye__meibo_upper check (meibo_upper_od between 0 and 3 and meibo_upper_os between 0 and 3),
  constraint exam_dryeye__meibo_lower check (meibo_lower_od between 0 and 3 and meibo_lower_os between 0 and 3),
  constraint exam_dryeye__meibum check (meibum_od between 0 and 3 and meibum_os between 0 and 3),
  constraint exam_dryeye__lipid check (lipid_od between 0 and 300 and lipid_os between 0 and 300),
  constraint exam_dryeye__osdi1 check (osdi1 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi2 check (osdi2 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi3 check (osdi3 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi4 check (osdi4 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi5 check (osdi5 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi6 check (osdi6 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi7 check (osdi7 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi8 check (osdi8 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi9 check (osdi9 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi10 check (osdi10 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi11 check (osdi11 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi12 check (osdi12 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__stain_scale check (stain_scale between 1 and 3),
  constraint exam_dryeye__blink_rate check (blink_rate between 0 and 80),
  constraint exam_dryeye__blink_partial check (blink_partial between 0 and 100),
  constraint exam_dryeye__lens_wear check (lens_wear between 0 and 3),
  primary key (oid, id)
);
select exam_table('exam_dryeye');

create table exam_corneal (
  oid bigint not null,
  id bigint generated always as identity,
  ecd_od numeric, ecd_os numeric, cv_od numeric, cv_os numeric, hex_od numeric, hex_os numeric, area_mean_od numeric,
  area_mean_os numeric, area_min_od numeric, area_min_os numeric, area_max_od numeric, area_max_os numeric, cells_od numeric,
  cells_os numeric, cct_od numeric, cct_os numeric, lens_wear int,
  constraint exam_corneal__ecd check (ecd_od between 200 and 6000 and ecd_os between 200 and 6000),
  constraint exam_corneal__cv check (cv_od between 5 and 100 and cv_os between 5 and 100),
  constraint exam_corneal__hex check (hex_od between 0 and 100 and hex_os between 0 and 100),
  constraint exam_corneal__area_mean check (area_mean_od between 20 and 10000 and area_mean_os between 20 and 10000),
  constraint exam_corneal__area_min check (area_min_od between 20 and 10000 and area_min_os between 20 and 10000),
  constraint exam_corneal__area_max check (area_max_od between 20 and 10000 and area_max_os between 20 and 10000),
  constraint exam_corneal__cells check (cells_od between 1 and 2000 and cells_os between 1 and 2000),
  constraint exam_corneal__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  constraint exam_corneal__lens_wear check (lens_wear between 0 and 3),
  primary key (oid, id)
);
select exam_table('exam_corneal');

create table exam_vision (
  oid bigint not null,
  id bigint generated always as identity,
  amp_od numeric, amp_os numeric, amp_ou numeric, flip_od numeric, flip_os numeric, flip_ou numeric, lag_od numeric, lag_os numeric,
  gaze_r_od numeric, gaze_r_os numeric, gaze_ru_od numeric, gaze_ru_os numeric, gaze_u_od numeric, gaze_u_os numeric,
  gaze_lu_od numeric, gaze_lu_os numeric, gaze_l_od numeric, gaze_l_os numeric, gaze_ld_od numeric, gaze_ld_os numeric,
  gaze_d_od numeric, gaze_d_os numeric, gaze_rd_od numeric, gaze_rd_os numeric, worth_far int, worth_near int, stereo_test int,
  stereo numeric, stereo_result int, cover_far int, cover_far_prism numeric, cover_near int, cover_near_prism numeric,
  cover_vertical numeric, cover_glasses boolean, phoria_method int, far_phoria numeric, near_phoria numeric, vertical_phoria numeric,
  vertical_eye text, aca_method int, gradient_lens numeric, gradient_phoria numeric, aca numeric, working_distance numeric,
  far_bi_blur numeric, far_bi_break numeric, far_bi_recovery numeric, far_bo_blur numeric, far_bo_break numeric,
  far_bo_recovery numeric, near_bi_blur numeric, near_bi_break numeric, near_bi_recovery numeric, near_bo_blur numeric,
  near_bo_break numeric, near_bo_recovery numeric, vergence_facility numeric, npc_break numeric, npc_recovery numeric,
  amp_method int, nra numeric, pra numeric, bcc numeric, disparity numeric, sensory_eye text, dominant_eye text,
  constraint exam_vision__amp check (amp_od between 0 and 25 and amp_os between 0 and 25 and amp_ou between 0 and 25),
  constraint exam_vision__flip check (flip_od between 0 and 40 and flip_os between 0 and 40 and flip_ou between 0 and 40),
  constraint exam_vision__lag check (lag_od between -3 and 4 and lag_os between -3 and 4),
  constraint exam_vision__gaze_r check (gaze_r_od between -4 and 4 and gaze_r_os between -4 and 4),
  constraint exam_vision__gaze_ru check (gaze_ru_od between -4 and 4 and gaze_ru_os between -4 and 4),
  constraint exam_vision__gaze_u check (gaze_u_od between -4 and 4 and gaze_u_os between -4 and 4),
  constraint exam_vision__gaze_lu check (gaze_lu_od between -4 and 4 and gaze_lu_os between -4 and 4),
  constraint exam_vision__gaze_l check (gaze_l_od between -4 and 4 and gaze_l_os between -4 and 4),
  constraint exam_vision__gaze_ld check (gaze_ld_od between -4 and 4 and gaze_ld_os between -4 and 4),
  constraint exam_vision__gaze_d check (gaze_d_od between -4 and 4 and gaze_d_os between -4 and 4),
  constraint exam_vision__gaze_rd check (gaze_rd_od between -4 and 4 and gaze_rd_os between -4 and 4),
  constraint exam_vision__worth_far check (worth_far between 2 and 5),
  constraint exam_vision__worth_near check (worth_near between 2 and 5),
  constraint exam_vision__stereo_test check (stereo_test in (1, 2, 3, 4, 5, 9)),
  constraint exam_vision__stereo check (stereo between 10 and 3000),
  constraint exam_vision__stereo_result check (stereo_result between 1 and 3),
  constraint exam_vision__cover_far check (cover_far between 0 and 6),
  constraint exam_vision__cover_far_prism check (cover_far_prism between 0 and 90),
  constraint exam_vision__cover_near check (cover_near between 0 and 6),
  constraint exam_vision__cover_near_prism check (cover_near_prism between 0 and 90),
  constraint exam_vision__cover_vertical check (cover_vertical between 0 and 50),
  constraint exam_vision__phoria_method check (phoria_method between 1 and 4),
  constraint exam_vision__far_phoria check (far_phoria between -60 and 60),
  constraint exam_vision__near_phoria check (near_phoria between -60 and 60),
  constraint exam_vision__vertical_phoria check (vertical_phoria between 0 and 20),
  constraint exam_vision__vertical_eye check (vertical_eye in ('OD', 'OS')),
  constraint exam_vision__aca_method check (aca_method between 1 and 2),
  constraint exam_vision__gradient_lens check (gradient_lens between -3 and 3),
  constraint exam_vision__gradient_phoria check (gradient_phoria between -60 and 60),
  constraint exam_vision__aca check (aca between 0 and 20),
  constraint exam_vision__working_distance check (working_distance between 150 and 1000),
  -- Recovery comes on the way back from the break, blur before it; the near point recovers further away.
  constraint exam_vision__order check (far_bi_blur <= far_bi_break and far_bi_recovery <= far_bi_break and far_bo_blur <= far_bo_break and far_bo_recovery <= far_bo_break
    and near_bi_blur <= near_bi_break and near_bi_recovery <= near_bi_break and near_bo_blur <= near_bo_break and near_bo_recovery <= near_bo_break
    and npc_recovery >= npc_break),
  constraint exam_vision__far_bi_blur check (far_bi_blur between 0 and 60),
  constraint exam_vision__far_bi_break check (far_bi_break between 0 and 60),
  constraint exam_vision__far_bi_recovery check (far_bi_recovery between 0 and 60),
  constraint exam_vision__far_bo_blur check (far_bo_blur between 0 and 60),
  constraint exam_vision__far_bo_break check (far_bo_break between 0 and 60),
  constraint exam_vision__far_bo_recovery check (far_bo_recovery between 0 and 60),
  constraint exam_vision__near_bi_blur check (near_bi_blur between 0 and 60),
  constraint exam_vision__near_bi_break check (near_bi_break between 0 and 60),
  constraint exam_vision__near_bi_recovery check (near_bi_recovery between 0 and 60),
  constraint exam_vision__near_bo_blur check (near_bo_blur between 0 and 60),
  constraint exam_vision__near_bo_break check (near_bo_break between 0 and 60),
  constraint exam_vision__near_bo_recovery check (near_bo_recovery between 0 and 60),
  constraint exam_vision__vergence_facility check (vergence_facility between 0 and 40),
  constraint exam_vision__npc_break check (npc_break between 0 and 60),
  constraint exam_vision__npc_recovery check (npc_recovery between 0 and 60),
  constraint exam_vision__amp_method check (amp_method between 1 and 2),
  constraint exam_vision__nra check (nra between 0 and 5),
  constraint exam_vision__pra check (pra between -10 and 0),
  constraint exam_vision__bcc check (bcc between -4 and 4),
  constraint exam_vision__disparity check (disparity between -60 and 60),
  constraint exam_vision__sensory_eye check (sensory_eye in ('OD', 'OS')),
  constraint exam_vision__dominant_eye check (dominant_eye in ('OD', 'OS')),
  primary key (oid, id)
);
select exam_table('exam_vision');

create table exam_others (
  oid bigint not null,
  id bigint generated always as identity,
  template_id bigint, template_version int, template jsonb, "values" jsonb, findings text,
  primary key (oid, id),
  foreign key (oid, template_id) references master_item
);
comment on column exam_others.template is 'the template as it was when this was written';
create index exam_others__by_template on exam_others (oid, template_id);
select exam_table('exam_others');

create table assessment (
  oid bigint not null,
  id bigint generated always as identity,
  score numeric, band text, template_id bigint, template_version int, template jsonb, "values" jsonb, parents int,
  outdoor_hours numeric, near_hours numeric,
  constraint assessment__score check (score between 0 and 100),
  constraint assessment__parents check (parents between 0 and 2),
  constraint assessment__outdoor_hours check (outdoor_hours between 0 and 24),
  constraint assessment__near_hours check (near_hours between 0 and 24),
  primary key (oid, id),
  foreign key (oid, template_id) references master_item
);
comment on table assessment is 'score 0–100 of a template''s weights; what is known of the risk stands beside it and is not in it';
comment on column assessment.template is 'the template as it was when this was written';
create index assessment__by_template on assessment (oid, template_id);
select exam_table('assessment');

create table exam_cycloplegia (
  oid bigint not null,
  id bigint generated always as identity,
  drug int, strength text, eye text, drop1 text, drop2 text, drop3 text, drop4 text, drop5 text, at_home boolean,
  narrow_angle boolean, allergic boolean, heart boolean, fever boolean,
  constraint exam_cycloplegia__drug check (drug between 1 and 3),
  constraint exam_cycloplegia__eye check (eye in ('OU', 'OD', 'OS')),
  constraint exam_cycloplegia__drop1 check (drop1 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop2 check (drop2 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop3 check (drop3 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop4 check (drop4 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop5 check (drop5 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (oid, id)
);
select exam_table('exam_cycloplegia');

-- A cycloplegic refraction names its drops, or says why it has none.
alter table exam_refraction
  add cycloplegia_id bigint,
  add cycloplegia_why text,
  add foreign key (oid, cycloplegia_id) references exam_cycloplegia;
create index exam_refraction__by_cycloplegia on exam_refraction (oid, cycloplegia_id);
