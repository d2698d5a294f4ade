-- R105: what the workshop is asked for is a list of declared tokens; whatever else was written there becomes a note.
alter table record_frame disable trigger user;
update record_frame set note = concat_ws('；', note, order_options), order_options = null
  where not (string_to_array(order_options, ',') <@ array['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄']);
alter table record_frame enable trigger user;
alter table record_frame add constraint record_frame__options
  check (string_to_array(order_options, ',') <@ array['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄']);
