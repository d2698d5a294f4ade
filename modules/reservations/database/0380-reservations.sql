-- The item `corneal` is the endothelium, as the screen of that path is; the topography that was meant by it is `cornea`.
update exam_reservation set item = 'cornea' where item = 'corneal';
